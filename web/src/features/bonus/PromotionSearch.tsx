import { type FormEvent, useId, useState } from 'react';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { TextField } from '../../ui/field/TextField';
import { PromotionModal } from './PromotionModal';

/** The field for a code from a friend or an advertisement, and the offer behind it. */
export function PromotionSearch({ currency }: { currency: string }) {
  const t = useText();
  const [code, setCode] = useState('');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const [searched, setSearched] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = code.trim();
    setIsMissing(!trimmed);
    if (trimmed) setSearched(trimmed);
  };
  return (
    <Card flush>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-14 w-full items-center gap-3 rounded-card px-5 text-start font-medium hover:bg-accent-soft"
      >
        <Icon name="ticket" size={22} className="text-accent" />
        <span className="flex-1">{t('promotion.have')}</span>
        <Icon
          name="chevronDown"
          size={20}
          className={classNames('text-muted transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <form
        id={id}
        onSubmit={submit}
        noValidate
        className={isOpen ? 'flex items-start gap-3 px-5 pt-1 pb-5' : 'hidden'}
      >
        <div className="min-w-0 flex-1">
          <TextField
            label={t('promotion.code')}
            name="promotion"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={40}
            required
            value={code}
            onChange={(typed) => {
              setCode(typed.toUpperCase());
              setIsMissing(false);
            }}
            error={isMissing ? t('promotion.required') : null}
            className="uppercase"
          />
        </div>
        <Button type="submit" tone="secondary" className="mt-8 shrink-0">
          {t('common.search')}
        </Button>
      </form>
      {searched && (
        <PromotionModal
          code={searched}
          currency={currency}
          onReceived={() => setCode('')}
          onClose={() => setSearched(null)}
        />
      )}
    </Card>
  );
}
