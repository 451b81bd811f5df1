/** The wait before clients connect again, unless the service sends `retry`. */
const RETRY_MS = 1000

/** Reads Server-Sent Events: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
export class EventParser {
  /** What the next connection sends as `Last-Event-ID`. */
  lastId: string | undefined
  retryMs = RETRY_MS
  #rest = ''
  #id: string | undefined
  #data: string[] = []

  constructor(lastId: string | undefined) {
    this.lastId = lastId
    this.#id = lastId
  }

  /** Drops the unfinished event of a broken connection. */
  reset(): void {
    this.#rest = ''
    this.#id = this.lastId
    this.#data = []
  }

  /** @returns the data of each event that is complete with this text */
  *read(text: string): Generator<string, void> {
    // A line feed may follow a carriage return at the end.
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() as string
    for (const line of lines) {
      if (line !== '') {
        this.#readField(line)
        continue
      }
      this.lastId = this.#id
      const data = this.#data
      this.#data = []
      if (data.length > 0) yield data.join('\n')
    }
  }

  #readField(line: string): void {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'data') this.#data.push(value)
    else if (name === 'id' && !value.includes('\0')) this.#id = value
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) this.retryMs = Number(value)
  }
}
