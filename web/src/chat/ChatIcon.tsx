/** Icons that only chats need, in the style of `ui/display/Icon`. */
const PATHS = {
  send: 'M4.5 12 20 4.5 15 20l-3.2-6.3L4.5 12ZM11.8 13.7 20 4.5',
  clip: 'M19 11.5 12 18.4a4.2 4.2 0 0 1-6-5.9l7.3-7.2a2.8 2.8 0 0 1 4 4l-7.2 7.1a1.4 1.4 0 0 1-2-2L14.5 8',
  file: 'M7 3.5h7l4 4V19a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 19V5A1.5 1.5 0 0 1 7 3.5ZM14 3.5v4h4',
  call: 'M7 4h3l1.3 4-2 1.5a11 11 0 0 0 5.2 5.2l1.5-2 4 1.3v3a2 2 0 0 1-2.2 2A16 16 0 0 1 5 6.2 2 2 0 0 1 7 4Z',
} as const;

interface ChatIconProps {
  name: keyof typeof PATHS;
  size?: number;
  className?: string;
}

export function ChatIcon({ name, size = 22, className }: ChatIconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
