/** The product's logo. */
export const Logo = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#3b5bdb" />
    <path
      d="M7.5 10.5l2 2 3.5-4M17 10.5h8M7.5 21.5l2 2 3.5-4M17 21.5h8"
      fill="none"
      stroke="#fff"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
