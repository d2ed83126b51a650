/** The dialog that lies over the page, if any. */
export const dialogs = $state<{ open: 'settings' | 'help' | null }>({ open: null });
