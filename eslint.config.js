import js from '@eslint/js';

import { noImportCycles } from './.ci/import_cycles.mjs';

const browser = Object.fromEntries(
  [
    'window', 'document', 'navigator', 'location', 'history', 'localStorage', 'sessionStorage',
    'WebSocket', 'self', 'caches', 'clients', 'fetch', 'URL', 'URLSearchParams', 'console', 'performance', 'crypto',
    'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestAnimationFrame',
    'cancelAnimationFrame', 'matchMedia', 'CustomEvent', 'Event', 'KeyboardEvent', 'PointerEvent',
    'MouseEvent', 'HTMLElement', 'HTMLButtonElement', 'HTMLInputElement', 'HTMLFormElement',
    'HTMLDialogElement', 'HTMLSelectElement', 'Element', 'Node', 'NodeFilter', 'TextEncoder',
    'TextDecoder', 'FormData', 'IntersectionObserver', 'MutationObserver', 'ResizeObserver',
    'DOMRect', 'CSS', 'Animation', 'structuredClone', 'Blob', 'queueMicrotask', 'globalThis', 'Intl',
    'AbortController', 'SVGElement', 'PublicKeyCredential', 'btoa', 'atob', 'process',
    'HTMLTextAreaElement', 'AudioContext', 'AudioNode', 'AudioBuffer', 'Notification', 'ServiceWorkerRegistration', 'PushManager', 'HTMLAnchorElement', 'EventTarget', 'MessageEvent', 'CloseEvent',
    'Response', 'Request', 'Headers', 'DOMException', 'getComputedStyle', 'HTMLTemplateElement',
    'customElements', 'DOMParser', 'ShadowRoot', 'DocumentFragment', 'Text', 'scrollTo', 'innerHeight', 'innerWidth',
  ].map((name) => [name, 'readonly']),
);

export default [
  { ignores: ['static/vendor/**', 'node_modules/**', 'var/**'] },
  js.configs.recommended,
  {
    files: ['static/js/**/*.js', 'tests/js/**/*.js'],
    languageOptions: { ecmaVersion: 2023, sourceType: 'module', globals: browser },
    plugins: { local: { rules: { 'no-import-cycles': noImportCycles } } },
    rules: {
      'local/no-import-cycles': 'error',
      'no-console': 'warn',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'prefer-const': 'error',
      eqeqeq: ['error', 'smart'],
      'no-var': 'error',
      semi: ['error', 'always'],
    },
  },
];
