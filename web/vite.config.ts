import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compressed } from "./compress.ts";

// The running server for `make dev`.
const server = process.env["PADDOCK_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), compressed()],
  build: {
    outDir: "../src/paddock/server/client",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy forbids data: URLs, so no asset is inlined.
    assetsInlineLimit: 0,
    // The licences of the bundled packages.
    license: { fileName: "licences.md" },
  },
  server: {
    proxy: {
      // The server only accepts its own pages, so the host must stay unchanged.
      "/api": { target: server, ws: true },
    },
  },
  // The tests clean up after themselves, so files can share a worker, which takes a quarter of the time.
  test: { include: ["src/**/*.test.ts"], isolate: false },
});
