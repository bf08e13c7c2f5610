/**
 * Copy a text; whether it was allowed. To be called before anything is waited for: Safari allows it
 * within the tap alone, and a page that came without TLS has no clipboard.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
