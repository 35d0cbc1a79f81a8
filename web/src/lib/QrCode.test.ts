import { render } from "svelte/server";
import { expect, test } from "vitest";
import { encode } from "uqr";
import QrCode from "./QrCode.svelte";

test.each([
  ["http://192.168.178.20:8000/table/k3j4h5kj3h", 33],
  ["https://paddock.example/table/k3j4h5kj3h#s=AbCdEfGhIjKlMnOpQrStUvWxYz", 37],
])("the address %s is drawn module by module, with a light border of four", (address, modules) => {
  const { body } = render(QrCode, { props: { text: address } });
  expect(body).toContain(`viewBox="0 0 ${modules + 8} ${modules + 8}"`);
  const drawn = Array.from({ length: modules + 8 }, () => Array<boolean>(modules + 8).fill(false));
  for (const [, x, y, length] of body.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    drawn[Number(y)]!.fill(true, Number(x), Number(x) + Number(length));
  }
  const { data } = encode(address, { ecc: "M", border: 0 });
  expect(drawn.slice(4, -4).map((row) => row.slice(4, -4))).toEqual(data);
  expect(drawn.flat().filter(Boolean)).toHaveLength(data.flat().filter(Boolean).length); // none on the border
});
