const BOUNDARY = 'rolecall-test-boundary'

/** A multipart body of fields, for `service.call`. */
export function multipart(fields: readonly (readonly [string, string])[]) {
  const parts = fields.map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    payload: `${parts.join('')}--${BOUNDARY}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}
