import type { components } from '@rolecall/client'

export type Permission = components['schemas']['Permission']
export type Role = components['schemas']['Role']
export type Holder = components['schemas']['User']
