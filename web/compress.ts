import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const WORTH_IT = /\.(js|css|html|svg)$/;

/** Writes FILE.br and FILE.gz beside every built file, so that the server does not have to compress. */
export function compressed(): Plugin {
  return {
    name: "paddock-compressed",
    apply: "build",
    writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error("the build has no folder to write to");
      for (const name of Object.keys(bundle).filter((name) => WORTH_IT.test(name))) {
        const path = join(dir, name);
        const plain = readFileSync(path);
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(`${path}.br`, brotliCompressSync(plain, { params }));
        writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
      }
    },
  };
}
