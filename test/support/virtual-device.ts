import assert from 'node:assert/strict'
import type { CDPSession, Page } from 'playwright-core'
import { dataOf } from './actors.ts'
import { makeSignedIn, post } from './factors.ts'
import { creationOptionsOf } from './passkeys.ts'
import type { Service } from './service.ts'

/** Runs in the page: notes each request for a passkey. */
function countRequests() {
  const get = CredentialsContainer.prototype.get
  CredentialsContainer.prototype.get = function (...args) {
    const asked = get.apply(this, args)
    const { dataset } = document.documentElement
    dataset.passkeyRequests = String(Number(dataset.passkeyRequests ?? 0) + 1)
    return asked
  }
}

type Credential = Awaited<ReturnType<Device['passkeys']>>[number]

interface DeviceOptions {
  transport?: 'internal' | 'usb'
  /** Its passkeys may be copied to other devices. */
  isBackupEligible?: boolean
}

/** A device with passkeys, such as a phone with a fingerprint reader, that Chromium simulates (CDP's WebAuthn domain). */
export class Device {
  readonly #page: Page
  readonly #devtools: CDPSession
  readonly #authenticatorId: string

  private constructor(page: Page, devtools: CDPSession, authenticatorId: string) {
    this.#page = page
    this.#devtools = devtools
    this.#authenticatorId = authenticatorId
  }

  /** Gives a page a device. */
  static async in(
    page: Page,
    { transport = 'internal', isBackupEligible = false }: DeviceOptions = {},
  ): Promise<Device> {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable', { enableUI: false })
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
        defaultBackupEligibility: isBackupEligible,
        defaultBackupState: isBackupEligible,
      },
    })
    await page.addInitScript(countRequests)
    return new Device(page, devtools, authenticatorId)
  }

  /** Whether somebody answers it. Otherwise requests wait, also those that wait when somebody comes. */
  async setPresent(enabled: boolean): Promise<void> {
    const { authenticatorId } = this.#of
    await this.#devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  }

  /** Waits until the page, which was loaded since it has the device, asks for a passkey. */
  async waitUntilAsked(): Promise<void> {
    await this.#page.waitForFunction(() => 'passkeyRequests' in document.documentElement.dataset)
  }

  /** Whether its PIN or the fingerprint is right. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    await this.#devtools.send('WebAuthn.setUserVerified', { ...this.#of, isUserVerified })
  }

  async passkeys() {
    const { credentials } = await this.#devtools.send('WebAuthn.getCredentials', this.#of)
    return credentials
  }

  async passkey(): Promise<Credential> {
    const [only, ...others] = await this.passkeys()
    assert.ok(only && others.length === 0, `${others.length + 1} passkeys`)
    return only
  }

  /** Replaces its only passkey by one that says something else. */
  async change(changes: Partial<Credential>): Promise<void> {
    const credential = await this.passkey()
    await this.forget()
    await this.add({ ...credential, ...changes })
  }

  async add(credential: Credential): Promise<void> {
    await this.#devtools.send('WebAuthn.addCredential', { ...this.#of, credential })
  }

  async forget(): Promise<void> {
    await this.#devtools.send('WebAuthn.clearCredentials', this.#of)
  }

  get #of() {
    return { authenticatorId: this.#authenticatorId }
  }
}

export interface DeviceOwner {
  id: number
  email: string
  token: string
  /** The id of the factor. */
  factor: number
  recoveryCodes: string[] | null
}

/** Adds a passkey of the page's device to the account of a token. The page is at the service, and asks for no passkey itself. */
export async function addFromDevice(page: Page, service: Service, token: string, name = 'Laptop') {
  const options = await creationOptionsOf(service, token)
  const response = await page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json)
    return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON()
  }, options)
  const { recovery_codes: recoveryCodes } = dataOf(
    await post(service, '/api/me/factors/passkey', token, { response, name }),
  )
  const { factors } = dataOf(await service.call('GET', '/api/me/factors', { token }))
  return { factor: factors.at(-1).id as number, recoveryCodes: recoveryCodes as string[] | null }
}

/** A user with a passkey on the page's device. */
export async function makeDeviceOwner(page: Page, service: Service): Promise<DeviceOwner> {
  const user = await makeSignedIn(service)
  return { ...user, ...(await addFromDevice(page, service, user.token)) }
}
