// Lets the tests import the page's modules: they are modules to a browser, and to Node only when it is told so.
import { register } from 'node:module';

const shared = new URL('../../../Sources/Services/CGPSPageFiles/Page/', import.meta.url).href;
// A service has all its modules in one folder; the page of a fleet shares some of the receiver's page.
const hooks = `export async function load(url, context, next) {
  const isOurs = /\\/CGPS(Page|Fleet)Files\\/Page\\//.test(url);
  return next(url, isOurs ? { ...context, format: 'module' } : context);
}
export async function resolve(name, context, next) {
  try {
    return await next(name, context);
  } catch (error) {
    if (!context.parentURL?.includes('/CGPSFleetFiles/')) throw error;
    return next(new URL(name, '${shared}').href, context);
  }
}`;
globalThis.document = { documentElement: {} };
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

/** A module of the page, by its name. */
export function page(name) {
  return import(new URL(`../../../Sources/Services/CGPSPageFiles/Page/${name}.js`, import.meta.url).href);
}

/** A module of the page of a fleet, by its name. */
export function fleetPage(name) {
  return import(new URL(`../../../Sources/Fleet/CGPSFleetFiles/Page/${name}.js`, import.meta.url).href);
}
