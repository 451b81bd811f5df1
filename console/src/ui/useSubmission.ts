import { type FormEvent, useRef, useState } from 'react'

/** The client's errors name the invalid fields. */
interface WithFields {
  fields?: Record<string, string>
}

interface Submission {
  busy: boolean
  /** The error shown above the form, if it belongs to no field. */
  error: unknown
  /** Props of a `Field`: its label and its error text. */
  fieldOf: (name: string) => { label: string; fault: string | undefined }
  onSubmit: (event: FormEvent) => void
}

/**
 * Submits a plain form, once however often submit is pressed, and keeps the error.
 * @param labels of the fields, in place of the API's names
 */
export function useSubmission(send: () => Promise<unknown>, labels: Record<string, string>): Submission {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const sending = useRef(false)
  const faults = Object.entries((error as WithFields | undefined)?.fields ?? {}).filter(
    ([name]) => name in labels,
  )

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setError(undefined)
    const form = event.currentTarget
    try {
      await send()
    } catch (refusal) {
      setError(refusal)
      // After React has marked the fields.
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return {
    busy,
    error: faults.length > 0 ? undefined : error,
    fieldOf: (name) => {
      const [, message] = faults.find(([field]) => field === name) ?? []
      const label = labels[name] ?? name
      return { label, fault: message?.replace(name, label) }
    },
    onSubmit,
  }
}
