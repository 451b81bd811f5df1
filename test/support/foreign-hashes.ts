/** A hash as another system writes it. */
export interface ForeignHash {
  by: string
  password: string
  hash: string | object
}

/** `type: password` of a user in Keycloak's export. */
const keycloak = (algorithm: string, value: string, hashIterations: number, additionalParameters = {}) => ({
  type: 'password',
  secretData: JSON.stringify({ value, salt: 'AAECAwQFBgcICQoLDA0ODw==', additionalParameters: {} }),
  credentialData: JSON.stringify({ hashIterations, algorithm, additionalParameters }),
})

const KEYCLOAK_512 =
  'sXFZ764QtxJPvEbZQDWKkJjNyrvWP45w33EYjyVsFjW2RloPt3jtblQFAlVnqRlLzsj+z6AyfkM3QIQ441k8ww=='

/** Each one was published by the source in the comment, or made once by that software: never by the code under test. */
export const foreignHashes: readonly ForeignHash[] = [
  // The vectors of crypt_blowfish.
  { by: '$2a$', password: 'U*U', hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' },
  {
    by: '$2a$ twice',
    password: 'U*U*',
    hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK',
  },
  {
    by: '$2a$ of more than 72 bytes',
    password:
      '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored',
    hash: '$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui',
  },
  // The one that Laravel's factories give every user, and that of Spring Security's documentation.
  {
    by: 'Laravel',
    password: 'password',
    hash: '$2y$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi',
  },
  {
    by: 'Spring Security',
    password: 'password',
    hash: '{bcrypt}$2a$10$dXJ3SW6G7P50lGmMkkmwe.20cQQubK3.HZWzG3YB1tlRy.fqvM/BG',
  },
  // crypt(3) of libxcrypt, for values that Python's hashlib has digested first.
  {
    by: '$2b$ with accents',
    password: 'crème brûlée',
    hash: '$2b$04$RolecallFixtureSaltAbusaqTCKHyrfyQD08w9uzM/xBr1PJEGaC',
  },
  {
    by: 'WordPress 6.8, which trims',
    password: ' öl on troubled waters\n',
    hash: '$wp$2y$04$RolecallFixtureSaltAbupwJnejxMaNFkfHVuMlpsPMfQxUn5J1m',
  },
  {
    by: 'Django, bcrypt_sha256',
    password:
      'VSK0UYV6FFQVZ0KG88DYN9WADAADZO1CTSIVDJUNZSUML6IBX7LN7ZS3R5JGB3RGZ7VI7G7DJQ9NI8BQFSRPTG6UWTTVESA5ZPUN',
    hash: 'bcrypt_sha256$$2b$04$RolecallFixtureSaltAbuU7iez1nemwjrbclgzhDtqJ9JJeRCQtm',
  },
  {
    by: 'Django, bcrypt',
    password: 'lètmein',
    hash: 'bcrypt$$2b$04$RolecallFixtureSaltAbuO31V4Mfj0h1D/NZ9.TLcFmmyOrTPO0e',
  },
  // Django's own tests.
  {
    by: 'Django, PBKDF2',
    password: 'lètmein',
    hash: 'pbkdf2_sha256$390000$seasalt$8xBlGd3jVgvJ+92hWPxi5ww0uuAuAnKgC45eudxro7c=',
  },
  {
    by: 'Django, scrypt',
    password: 'lètmein',
    hash: 'scrypt$16384$seasalt$8$1$Qj3+9PPyRjSJIebHnG81TMjsqtaIGxNQG/aEB/NYafTJ7tibgfYz71m0ldQESkXFRkdVCBhhY8mx7rQwite/Pw==',
  },
  {
    by: 'Django, argon2i',
    password: 'secret',
    hash: 'argon2$argon2i$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$YC9+jJCrQhs5R6db7LlN8Q',
  },
  {
    by: 'Django, argon2id',
    password: 'secret',
    hash: 'argon2$argon2id$v=19$m=102400,t=2,p=8$Y041dExhNkljRUUy$TMa6A8fPJhCAUXRhJXCXdw',
  },
  // Python's hashlib.
  {
    by: 'Django, PBKDF2 with SHA-1',
    password: 'lètmein',
    hash: 'pbkdf2_sha1$1000$seasalt$ljleU4wBmTtz/MoG5YTwxpM0d7I=',
  },
  // The tests of argon2's own library.
  {
    by: 'argon2i',
    password: 'password',
    hash: '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
  },
  {
    by: 'argon2id',
    password: 'password',
    hash: '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  },
  // Python's package cryptography.
  {
    by: 'argon2id, in two lanes and with accents as a Mac writes them in a file name',
    password: 'crème brûlée'.normalize('NFD'),
    hash: '$argon2id$v=19$m=8192,t=2,p=2$AAECAwQFBgcICQoLDA0ODw$mISRQ8q6fog956cvD3aOMJktUhU07vF3t45SBWpd6W8',
  },
  {
    by: 'argon2d',
    password: 'a keycloak phrase',
    hash: '$argon2d$v=19$m=8192,t=2,p=1$AAECAwQFBgcICQoLDA0ODw$YyVXN6XxeIC1oBiIMrvG7YbsunAr7ikIt0HazB3wGGI',
  },
  {
    by: 'Keycloak, argon2',
    password: 'a keycloak phrase',
    hash: keycloak('argon2', 'soL9x81iBQC36WJ3WD30b+RVErwt8We5IVyD8POCxBE=', 5, {
      hashLength: ['32'],
      memory: ['7168'],
      type: ['id'],
      version: ['1.3'],
      parallelism: ['1'],
    }),
  },
  // Python's hashlib.
  {
    by: 'Keycloak, pbkdf2',
    password: 'a keycloak phrase',
    hash: keycloak(
      'pbkdf2',
      '8OIiM6cO+VUYjlgalUXFsPyGImicuitEzXypcxfFia7bYmXa03ZuMdamAiT4F85hxpI9bCJ5mkOYLMek6QeB5g==',
      20_000,
    ),
  },
  {
    by: 'Keycloak, pbkdf2-sha256',
    password: 'a keycloak phrase',
    hash: keycloak(
      'pbkdf2-sha256',
      '0lmeiLYiPUNqBaQctpIUUdJLvAvsD/Gu+Mc6pLHXFNNOA+LQ5Q2DoZHSfSEWn3na3hT6YocO1LArDZ9ZI/IegA==',
      27_500,
    ),
  },
  {
    by: 'Keycloak, pbkdf2-sha512, as text',
    password: 'a keycloak phrase',
    hash: JSON.stringify(keycloak('pbkdf2-sha512', KEYCLOAK_512, 210_000)),
  },
  {
    by: 'passlib, PBKDF2 with SHA-256',
    password: 'a passlib phrase',
    hash: '$pbkdf2-sha256$29000$zujDNt8AST.3/NJcwlQGDA$Hk6txD36/p.gbwB.0kJYU/fgjJVgONEFZVKiW5eZruk',
  },
  {
    by: 'passlib, PBKDF2 with SHA-512',
    password: 'a passlib phrase',
    hash: '$pbkdf2-sha512$25000$zujDNt8AST.3/NJcwlQGDA$zTSn1cgKJ1QtJfv/O9lZm/BmCdJAURXk/htWUTsKuELGz3lh6j5anHL8Z5VGQdgLRumd4On/bE1yL3edaMSHLg',
  },
  {
    by: 'PBKDF2 as a PHC string',
    password: 'a kratos phrase',
    hash: '$pbkdf2-sha256$i=100000,l=32$AAECAwQFBgcICQoLDA0ODw$tnbk232VrJyICHKAx04Tj4hsJoG+AkoLjJ/LSH4X4S4',
  },
  // RFC 6070, RFC 7914 and passlib's documentation.
  {
    by: 'PBKDF2 with SHA-1, of RFC 6070',
    password: 'password',
    hash: '$pbkdf2$4096$c2FsdA$SwB5AbdlSJq+rUnZJvch0GWkKcE',
  },
  {
    by: 'scrypt, of RFC 7914',
    password: 'pleaseletmein',
    hash: '$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw',
  },
  {
    by: 'passlib, scrypt',
    password: 'password',
    hash: '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
  },
  // Werkzeug 3.1 itself.
  {
    by: 'Werkzeug, scrypt',
    password: 'a flask phrase',
    hash: 'scrypt:32768:8:1$IlACaqxn7rPCSYme$cb14bbfa81448ccd183279e5b7a8ee388579d7de891c01a25d9ac5dd87e2f8870ce83644d43a857564c4446f807da2d4d5dfe1756a87cfd4e3cf7b50752cfc8c',
  },
  {
    by: 'Werkzeug, PBKDF2',
    password: 'a flask phrase',
    hash: 'pbkdf2:sha256:600000$YstWhzSvrF393SP6$4b371b940c7e79dcb55ee3c06bee61f7f3f6de7713f8f74cec0698786ff94961',
  },
  // The tests of ASP.NET Core Identity; for the format of .NET 7 and later, Python's hashlib.
  {
    by: 'ASP.NET Core Identity',
    password: 'my password',
    hash: 'AQAAAAEAACcQAAAAEAABAgMEBQYHCAkKCwwNDg+yWU7rLgUwPZb1Itsmra7cbxw2EFpwpVFIEtP+JIuUEw==',
  },
  {
    by: 'ASP.NET Core Identity of .NET 7',
    password: 'my password',
    hash: 'AQAAAAIAAYagAAAAEAABAgMEBQYHCAkKCwwNDg/Q8A0WMKbtHQJQ2DHCdoEeeFBrgNlldq6vH4qX/CGqGQ==',
  },
  {
    by: 'Better Auth, which reads wide letters and ligatures as common ones',
    password: 'ﬁne ｗｏｒｄｓ',
    hash: '6a2f41a3c54e0b3f9d18c7e55b9fd0aa:e24912fb51d9023cceabaf71a531af6fcf351a0d382c22cde4d2f1b09cd1df5466fb93a7872c9afe25deda51224f93ceb070bf81b4517f236ffde9929c78370c',
  },
  // The test of phpass, and another implementation of it in Python.
  { by: 'phpass', password: 'test12345', hash: '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0' },
  {
    by: 'WordPress before 6.8',
    password: 'öl on troubled waters',
    hash: '$P$BRolecallQlW3lAlOFXK38FPjlvTHj.',
  },
]

/** A bcrypt hash that is slow to verify, at the cost given, made by crypt(3). */
export const SLOW_PASSWORD = 'a phrase from elsewhere'
export const SLOW_HASH = '$2b$12$RolecallFixtureSaltAbu4VYp9puHOVcXoPmQyuHbfKY4HRWsqzW'
