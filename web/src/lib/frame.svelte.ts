/** Whether a page fills the screen by itself, without the masthead, as a table in play does. */
export const frame = $state({ bare: false });
