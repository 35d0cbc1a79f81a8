"""PNG files with 256 colours: a third of a screenshot's size, and hard to tell from it.

The browser decodes the picture and chooses the colours; Python writes the file.
"""

import base64
import struct
import zlib

from msgspec import Struct, convert
from playwright.async_api import Page

COLOURS = 256
NO_FILTER = b"\0"  # before each row: rows of palette numbers compress best unfiltered
INDEXED = 3
# The palette has the most frequent distinct colours, then the most frequent of the others; every
# pixel gets the nearest. Colours are counted by five bits of each channel.
REDUCE = """async ([png, most]) => {
  const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
  const bitmap = await createImageBitmap(blob);
  const { width, height } = bitmap;
  const brush = new OffscreenCanvas(width, height).getContext("2d");
  brush.drawImage(bitmap, 0, 0);
  const { data } = brush.getImageData(0, 0, width, height);
  const kindAt = at => (data[at] >> 3 << 10) | (data[at + 1] >> 3 << 5) | (data[at + 2] >> 3);
  const kinds = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const kind = kindAt(at);
    let found = kinds.get(kind);
    if (!found) kinds.set(kind, found = { seen: new Map(), count: 0 });
    const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
    found.count++;
    found.seen.set(colour, (found.seen.get(colour) ?? 0) + 1);
  }
  const parts = colour => [colour >> 16, (colour >> 8) & 255, colour & 255];
  const apart = (one, other) => one.reduce((sum, part, i) => sum + (part - other[i]) ** 2, 0);
  const commonest = ({ seen }) => [...seen].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  const ranked = [...kinds.values()].sort((a, b) => b.count - a.count);
  const candidates = ranked.map(commonest).map(parts);
  const palette = [];
  for (const least of [900, 1]) {
    for (const colour of candidates) {
      if (palette.length === most) break;
      if (palette.every(known => apart(known, colour) >= least)) palette.push(colour);
    }
  }
  const nearest = new Map();
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 4) {
    const colour = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
    let found = nearest.get(colour);
    if (found === undefined) {
      const gaps = palette.map(known => apart(known, parts(colour)));
      nearest.set(colour, found = gaps.indexOf(Math.min(...gaps)));
    }
    pixels[at >> 2] = found;
  }
  let text = "";
  for (let at = 0; at < pixels.length; at += 8192)
    text += String.fromCharCode(...pixels.subarray(at, at + 8192));
  return { width, height, palette, pixels: btoa(text) };
}"""


class Reduced(Struct):
    width: int
    height: int
    palette: list[tuple[int, int, int]]
    pixels: str  # a byte each, in base64


async def reduced(page: Page, png: bytes) -> bytes:
    """The picture with fewer colours; `page` may be any page whose security policy allows it."""
    picture = base64.b64encode(png).decode()
    return _written(convert(await page.evaluate(REDUCE, [picture, COLOURS]), Reduced))


def _written(picture: Reduced) -> bytes:
    size, pixels = picture.width, base64.b64decode(picture.pixels)
    rows = (pixels[at : at + size] for at in range(0, len(pixels), size))
    head = struct.pack(">IIBBBBB", size, picture.height, 8, INDEXED, 0, 0, 0)
    data = zlib.compress(b"".join(NO_FILTER + row for row in rows), 9)
    palette = b"".join(bytes(colour) for colour in picture.palette)
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
