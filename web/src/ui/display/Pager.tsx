import { useText } from '../../intl/text';
import { classNames } from './classNames';
import { IconButton } from './IconButton';

interface PagerProps {
  /** From 1. */
  page: number;
  total: number;
  limit: number;
  onPage: (page: number) => void;
  busy?: boolean;
  /** What is paged, where there may be two of them. */
  name?: string;
}

const LINKS_BEFORE = 3;
const LINKS_AFTER = 1;

/** The pages that get a link: three before the current one and one after it. */
export function pageLinks(page: number, pages: number): number[] {
  const first = Math.max(1, page - LINKS_BEFORE);
  const last = Math.min(pages, page + LINKS_AFTER);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

export function Pager({ page, total, limit, onPage, busy = false, name }: PagerProps) {
  const t = useText();
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1) return null;
  return (
    <nav
      aria-label={name ? `${t('shell.pager.label')}: ${name}` : t('shell.pager.label')}
      className="flex items-center justify-center gap-1 py-3"
    >
      <IconButton
        icon="chevronLeft"
        label={t('common.previous')}
        disabled={page <= 1 || busy}
        onClick={() => onPage(page - 1)}
      />
      {pageLinks(page, pages).map((link) => (
        <button
          key={link}
          type="button"
          aria-current={link === page ? 'page' : undefined}
          aria-label={t('shell.pager.page', { page: link })}
          disabled={busy && link !== page}
          onClick={() => link !== page && onPage(link)}
          className={classNames(
            'tabular size-11 rounded-full text-sm font-semibold',
            link === page ? 'bg-accent text-on-accent' : 'hover:bg-ink/8',
          )}
        >
          {link}
        </button>
      ))}
      <IconButton
        icon="chevronRight"
        label={t('common.next')}
        disabled={page >= pages || busy}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
