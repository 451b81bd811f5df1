/**
 * `fetch` for all calls of the pages. The service answers and writes mails in the language of the page, and the audit trail
 * records that the change was made in the console.
 */
export function pageFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('accept-language', document.documentElement.lang)
  headers.set('x-via', 'console')
  return fetch(input, { ...init, headers })
}
