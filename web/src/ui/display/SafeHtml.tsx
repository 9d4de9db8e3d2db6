import { useEffect, useRef } from 'react';
import { classNames } from './classNames';

interface SafeHtmlProps {
  /** HTML of the operator; the server has cleaned it, and it is cleaned again here. */
  html: string;
  className?: string;
}

/** Shows operator HTML. Links open in a new tab and cannot reach back into this page. */
export function SafeHtml({ html, className }: SafeHtmlProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isCurrent = true;
    import('dompurify').then(({ default: purify }) => {
      if (!isCurrent || !place.current) return;
      const content = purify.sanitize(html, {
        RETURN_DOM_FRAGMENT: true,
        USE_PROFILES: { html: true },
        FORBID_TAGS: ['style', 'form', 'input', 'button', 'iframe'],
        FORBID_ATTR: ['style', 'id', 'class'],
        ALLOWED_URI_REGEXP: /^(?:https?|tel|mailto):/i,
      });
      for (const link of content.querySelectorAll('a')) {
        link.target = '_blank';
        link.rel = 'noopener noreferrer';
      }
      place.current.replaceChildren(content);
    });
    return () => {
      isCurrent = false;
    };
  }, [html]);
  return <div ref={place} className={classNames('prose-text min-h-6', className)} />;
}
