import { ROOT } from './root.ts'

/** A lazily loaded part of the build, such as a page's scripts, that could not be loaded. */
export class PartError extends Error {
  override name = 'PartError'
}

/** The main script, whose name is unique to this build. */
const MAIN =
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src.split('/').at(-1) ?? ''
const RELOADED_FOR = 'rolecall.reloaded-for'

/** The console's HTML as the service serves it now. */
async function readHtml(): Promise<string | undefined> {
  const response = await fetch(ROOT, { cache: 'no-store' }).catch(() => undefined)
  return response?.ok ? response.text() : undefined
}

/**
 * Loads a part by `import()`. If the service has another build by now, the old parts are gone: the page is reloaded,
 * once per build.
 * @throws PartError
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    const html = await readHtml()
    const other = html?.includes(MAIN) === false && /[\w-]+\.js/.exec(html)?.[0]
    if (other && sessionStorage.getItem(RELOADED_FOR) !== other) {
      sessionStorage.setItem(RELOADED_FOR, other)
      location.reload()
      return new Promise(() => undefined)
    }
    throw new PartError('A part of the console could not be loaded.', { cause })
  }
}

/** Reloads the page once the service responds: browsers may cache a failed import. */
export async function reloadIfServed(): Promise<void> {
  if ((await readHtml()) !== undefined) location.reload()
}
