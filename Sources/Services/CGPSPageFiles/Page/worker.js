// Answers in place of a service that cannot be reached, so that the page on a home screen says so. It keeps nothing.
const words = [
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="10"><title>Not connected</title>',
  '<h1>This page cannot reach the service.</h1><p>Check whether gpsbridge runs, and whether this device is in its network.</p>',
  '<p>The page tries again every ten seconds. <a href="">Try now</a></p></html>',
].join('');
const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'" };

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(fetch(event.request).catch(() => new Response(words, { status: 503, headers })));
});
