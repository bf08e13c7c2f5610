/**
 * The service worker: what every page needs, and public pages that were read, without a connection.
 * `self.SHELL` stands before it, with a version made of the hashes of all static files.
 *
 * It keeps nothing that is anybody's own. Rules and finished matches are fetched for keeping without
 * cookies, so that what is kept is what a stranger may see; every other page is never kept.
 */

/** @typedef {{version: string, files: string[], offline: string, icon: string, static: string}} Shell */

const worker = /** @type {any} */ (self);
/** @type {Shell} */
const shell = worker.SHELL;
const FILES = `files-${shell.version}`;
const PAGES = `pages-${shell.version}`;
const MOST_PAGES = 60;
const PUBLIC = [/^\/rules\//, /^\/guide\//, /^\/rulesets\/[\w-]+\/$/, /^\/matches\/[\w-]+\/(record\/)?$/, /^\/fairness\/$/];

worker.addEventListener('install', (/** @type {any} */ event) => {
  const keep = async () => {
    const files = await caches.open(FILES);
    await files.addAll([...shell.files, shell.icon]);
    const page = await fetch(shell.offline, { credentials: 'omit', headers: languageHeader() });
    if (page.ok) await files.put(shell.offline, page);
    await worker.skipWaiting();
  };
  event.waitUntil(keep());
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  const clear = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== FILES && name !== PAGES).map((name) => caches.delete(name)));
    await worker.clients.claim();
    // Pages that were open before there was a worker have been read as well.
    const open = await worker.clients.matchAll({ type: 'window' });
    const urls = open.map((/** @type {any} */ client) => new URL(client.url)).filter(isPublic);
    await Promise.all(urls.map((/** @type {URL} */ url) => keepPublic(url).catch(() => undefined)));
  };
  event.waitUntil(clear());
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith(shell.static)) event.respondWith(file(request));
  else if (isPublic(url)) event.respondWith(page(event, url));
  else if (request.mode === 'navigate') event.respondWith(fetch(request).catch(offline));
});

/**
 * Return a static file under a hashed name never changes: kept once, and for good.
 * @param {Request} request
 */
async function file(request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && /\.[0-9a-f]{12}\./.test(request.url)) await files.put(request, answer.clone());
  return answer;
}

/** @param {URL} url */
function isPublic(url) {
  return PUBLIC.some((pattern) => pattern.test(url.pathname));
}

/**
 * Return a public page: as the server has it, else, also while the server has no database, as a
 * stranger saw it last.
 * @param {any} event
 * @param {URL} url
 */
async function page(event, url) {
  try {
    const answer = await fetch(event.request);
    if (answer.status === 503) return (await keptPage(url)) ?? answer;
    if (answer.ok) event.waitUntil(keepPublic(url, answer.headers.get('Content-Language')).catch(() => undefined));
    return answer;
  } catch {
    const kept = await keptPage(url);
    return kept ?? (event.request.mode === 'navigate' ? offline() : Response.error());
  }
}

/**
 * @param {URL} url
 * @returns {Promise<Response | undefined>}
 */
async function keptPage(url) {
  return (await caches.open(PAGES)).match(url.pathname, { ignoreVary: true });
}

/**
 * Fetch a page again as a stranger would, and keep that.
 * @param {URL} url
 * @param {string | null} [language]
 */
async function keepPublic(url, language) {
  const pages = await caches.open(PAGES);
  const answer = await fetch(url.pathname, { credentials: 'omit', headers: languageHeader(language) });
  if (!answer.ok || answer.redirected) return;
  await pages.delete(url.pathname, { ignoreVary: true });
  await pages.put(url.pathname, answer);
  const keys = await pages.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST_PAGES))) await pages.delete(old);
}

/**
 * @param {string | null} [language]
 * @returns {Record<string, string>}
 */
function languageHeader(language) {
  return { 'Accept-Language': language || navigator.language };
}

async function offline() {
  const kept = await (await caches.open(FILES)).match(shell.offline, { ignoreVary: true });
  return kept ?? Response.error();
}

worker.addEventListener('push', (/** @type {any} */ event) => {
  const call = async () => {
    const { title, body, url, tag } = event.data?.json() ?? {};
    if (!title) return;
    const open = await worker.clients.matchAll({ type: 'window' });
    if (open.some((/** @type {any} */ page) => page.visibilityState === 'visible' && new URL(page.url).pathname === url)) return;
    await worker.registration.showNotification(title, { body, tag, icon: shell.icon, badge: shell.icon, data: { url } });
  };
  event.waitUntil(call());
});

worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  const url = event.notification.data?.url ?? '/';
  const go = async () => {
    const open = await worker.clients.matchAll({ type: 'window' });
    const there = open.find((/** @type {any} */ page) => new URL(page.url).pathname === url);
    await (there ? there.focus() : worker.clients.openWindow(url));
  };
  event.waitUntil(go());
});

