/** Whether the page is shown without the masthead, as a table in play is. */
export const frame = $state({ bare: false });
