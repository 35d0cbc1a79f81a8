import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compressed } from "./compress.ts";

// Where `make dev` finds a running server.
const server = process.env["PADDOCK_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), compressed()],
  build: {
    outDir: "../src/paddock/server/client",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy allows no data: fonts or scripts, so nothing is put inline.
    assetsInlineLimit: 0,
    // The licences of what is bundled travel with it.
    license: { fileName: "licences.md" },
  },
  server: {
    proxy: {
      // The server lets its own pages play only: the host stays the one that they came from.
      "/api": { target: server, ws: true },
    },
  },
  // The tests leave nothing behind, so files can share a worker, which takes a quarter of the time.
  test: { include: ["src/**/*.test.ts"], isolate: false },
});
