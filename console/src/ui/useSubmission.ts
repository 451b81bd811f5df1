import { type FormEvent, useRef, useState } from 'react'

/** The client's refusals name the fields at fault. */
interface WithFields {
  fields?: Record<string, string>
}

interface Submission {
  busy: boolean
  /** What is shown above the form: a refusal that is no field's fault. */
  error: unknown
  /** A field's label, and what is wrong with it in words: properties of `Field`. */
  fieldOf: (name: string) => { label: string; fault: string | undefined }
  onSubmit: (event: FormEvent) => void
}

/**
 * Sends a plain form, once however often it is told to, and keeps what was refused.
 * @param labels of its fields, whose names people do not know
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
      // Once React has marked the fields.
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
