import { keepAsked } from '../asked.ts'
import { Card } from '../Card.tsx'
import { destinationOf } from '../destination.ts'
import { PageLink, pathOf } from '../links.tsx'
import { NewAccountForm } from '../NewAccountForm.tsx'
import { client, signIn, useService } from '../service.ts'
import { useWords } from '../words.ts'

export const SignUpPage = () => {
  const words = useWords()
  const facts = useService()
  const toSignIn = <PageLink to="signin">{words.sign_in}</PageLink>
  if (facts.signup === 'closed') {
    return <Card title={words.signup.closed} lead={words.signup.closed_text} footer={toSignIn} />
  }
  if (!facts.is_set_up) {
    return <Card title={words.signup.title} lead={words.not_set_up.sign_up} footer={toSignIn} />
  }
  const isVerified = facts.signup === 'verify'
  const footer = (
    <>
      {words.signup.have_account} {toSignIn}
    </>
  )
  return (
    <Card title={words.signup.title} lead={words.signup[facts.signup]} footer={footer}>
      <NewAccountForm
        hasPassword={!isVerified}
        submit={words.sign_up}
        send={async (person) => {
          const signedUp = await client.signUp(person)
          if ('request' in signedUp) {
            keepAsked('verify', person.email, String(signedUp.request))
            location.assign(pathOf('verify'))
          } else {
            const me = await signIn(person.email, person.password)
            location.replace(destinationOf(me, facts, location.search) ?? pathOf('signin'))
          }
        }}
      />
    </Card>
  )
}
