import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Logo } from '../ui/Logo.tsx'
import { pathOf } from './links.tsx'
import { useService } from './service.ts'
import { keepLocale, LANGUAGES, loadWords, useWords } from './words.ts'

interface Props {
  title: string
  lead?: ReactNode
  children?: ReactNode
  /** Below the card: the ways to other pages. */
  footer?: ReactNode
}

/** A page with a single card. A card in place of another takes the focus, so that screen readers read it. */
export const Card = ({ title, lead, children, footer }: Props) => {
  const { brand } = useService()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${brand.name}`
    if (isFirstCard) isFirstCard = false
    else if (!heading.current?.parentElement?.contains(document.activeElement)) heading.current?.focus()
  }, [title, brand.name])
  return (
    <>
      <Wordmark />
      <main className="card">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </main>
      {footer && <div className="footer">{footer}</div>}
    </>
  )
}

/** The browser announces the first one itself. */
let isFirstCard = true

/** What surrounds each card. */
export const Frame = ({ children, onWords }: { children: ReactNode; onWords: (words: Words) => void }) => (
  <div className="frame">
    {children}
    <footer>
      <Languages onWords={onWords} />
    </footer>
  </div>
)

type Words = Awaited<ReturnType<typeof loadWords>>

const Languages = ({ onWords }: { onWords: (words: Words) => void }) => {
  const words = useWords()
  const [locale, setLocale] = useState(document.documentElement.lang)
  return (
    <fieldset className="languages">
      <legend className="hidden">{words.other_language}</legend>
      {LANGUAGES.map((each) => (
        <button
          key={each.locale}
          type="button"
          lang={each.locale}
          aria-pressed={each.locale === locale}
          onClick={async () => {
            keepLocale(each.locale)
            onWords(await loadWords(each.locale))
            setLocale(document.documentElement.lang)
          }}
        >
          {each.name}
        </button>
      ))}
    </fieldset>
  )
}

/** The product's name with its logo; Rolecall's own only beside its name. */
const Wordmark = () => {
  const { brand } = useService()
  return (
    <header className="wordmark">
      {brand.logo === null ? (
        brand.name === OWN_NAME && <Logo size={30} />
      ) : (
        <img src={pathOf(brand.logo.slice(1))} alt="" />
      )}
      {brand.name}
    </header>
  )
}

const OWN_NAME = 'Rolecall'
