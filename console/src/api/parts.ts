import { ROOT } from './root.ts'

/** A part of the build, such as a page's scripts, that could not be loaded. */
export class PartError extends Error {
  override name = 'PartError'
}

/** The file that the html names, which no other build has. */
const MAIN =
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src.split('/').at(-1) ?? ''
const RELOADED_FOR = 'rolecall.reloaded-for'

/** The html of the console as the service has it now. */
async function readHtml(): Promise<string | undefined> {
  const response = await fetch(ROOT, { cache: 'no-store' }).catch(() => undefined)
  return response?.ok ? response.text() : undefined
}

/**
 * Loads a part by `import()`. Where the service has another build by now, the page is loaded anew, once for each
 * build: its parts are no longer there.
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

/** Loads the page anew once the service answers: an import that failed once may be kept as failed by the browser. */
export async function reloadIfServed(): Promise<void> {
  if ((await readHtml()) !== undefined) location.reload()
}
