const meta = document.querySelector<HTMLMetaElement>('meta[name="service-root"]')

/** The path that the service is published under, `/` as a rule. The page may be loaded at any address of the console. */
export const ROOT = new URL(meta?.content ?? './', location.href).pathname
