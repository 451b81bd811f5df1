export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into by tests, which fail where they guess wrong.
  body: any
}
