import { mount } from "svelte";
import "./style/tokens.css";
import "./style/base.css";
import App from "./App.svelte";
import { recall } from "./lib/theme.svelte.ts";
import { follow } from "./router.svelte.ts";
import { preferred, speak } from "./words/index.svelte.ts";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");
recall();
follow();
try {
  await speak(preferred());
} finally {
  mount(App, { target }); // in English if the catalogue could not be loaded
}
