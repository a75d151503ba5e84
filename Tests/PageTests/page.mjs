// Lets the tests import the page's modules: they are modules to a browser, and to Node only when it is told so.
import { register } from 'node:module';

const hooks = `export async function load(url, context, next) {
  const isOurs = url.includes('/GPSPageFiles/Page/');
  return next(url, isOurs ? { ...context, format: 'module' } : context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

/** A module of the page, by its name. */
export function page(name) {
  return import(new URL(`../../Sources/Serving/GPSPageFiles/Page/${name}.js`, import.meta.url).href);
}
