/** The simple view: the server has marked the page where this device shows it. */

/** Whether this page is in the simple view. */
export const isSimple = globalThis.document?.documentElement?.dataset?.view === 'simple';
