const meta = document.querySelector<HTMLMetaElement>('meta[name="service-root"]')

/** The path the service is published under, usually `/`. The page may be loaded from any address of the console. */
export const ROOT = new URL(meta?.content ?? './', location.href).pathname
