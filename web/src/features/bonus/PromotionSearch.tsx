import { type FormEvent, useState } from 'react';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { TextField } from '../../ui/field/TextField';
import { PromotionModal } from './PromotionModal';

/** The field for a code from a friend or an advertisement, and the offer behind it. */
export function PromotionSearch({ currency }: { currency: string }) {
  const t = useText();
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [searched, setSearched] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = code.trim();
    setIsMissing(!trimmed);
    if (trimmed) setSearched(trimmed);
  };
  return (
    <Card>
      <form onSubmit={submit} noValidate className="flex items-start gap-3">
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
