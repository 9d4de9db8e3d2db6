import { type FormEvent, useState } from 'react';
import { useMoneyIntent } from '../../api/command/moneyIntent';
import { type Fair, type Revealed, useChangeSeedMutation } from '../../api/wheelApi';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { Disclosure } from '../../ui/display/Disclosure';
import { Steps } from '../../ui/display/Steps';
import { CopyRow } from '../../ui/feedback/CopyRow';
import { ProblemNote } from '../../ui/feedback/ProblemNote';
import { TextField } from '../../ui/field/TextField';
import { isClientSeed } from './clientSeed';

/** The seed in use: its promise, the player's part, and the button to replace it. */
export function SeedCard({ fair }: { fair: Fair }) {
  const t = useText();
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  return (
    <Card className="space-y-4">
      <div>
        <h2 className="text-lg font-semibold">{t('spins.seed.title')}</h2>
        <p className="text-sm text-muted">{t('spins.seed.lead')}</p>
      </div>
      <Steps
        label={t('spins.seed.title')}
        steps={[t('spins.way.seal'), t('spins.way.spin'), t('spins.way.open')]}
        icons={['lock', 'wheel', 'shield']}
      />
      {/* Another seed in use begins with another form. */}
      <SeedForm key={fair.seedId} fair={fair} onRevealed={setRevealed} />
      {revealed && <RevealedSeed revealed={revealed} />}
    </Card>
  );
}

/** Its ends are what people compare; the whole is copied. */
function Fingerprint({ label, value }: { label: string; value: string }) {
  const shown = (
    <span title={value} className="block font-mono text-sm font-normal">
      {value.slice(0, 10)}…{value.slice(-10)}
    </span>
  );
  return <CopyRow label={label} value={value} shown={shown} toastText={label} />;
}

function RevealedSeed({ revealed }: { revealed: Revealed }) {
  const t = useText();
  return (
    <div role="status" className="space-y-3 rounded-control bg-positive-soft p-4">
      <p className="font-semibold text-positive">
        {t('spins.revealed.title', { n: revealed.spins })}
      </p>
      <Fingerprint label={t('spins.revealed.seed')} value={revealed.seed} />
      <Fingerprint label={t('spins.seed.commit')} value={revealed.commit} />
    </div>
  );
}

interface SeedFormProps {
  fair: Fair;
  onRevealed: (revealed: Revealed) => void;
}

function SeedForm({ fair, onRevealed }: SeedFormProps) {
  const t = useText();
  const intent = useMoneyIntent('seed');
  const [typed, setTyped] = useState(fair.clientSeed);
  const [fault, setFault] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [change, { isLoading, error }] = useChangeSeedMutation();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const clientSeed = typed.trim();
    if (isLoading) return;
    if (!isClientSeed(clientSeed)) {
      // Its message is at the field.
      setIsOpen(true);
      return setFault(t('spins.seed.clientFault'));
    }
    const key = intent.begin({ seedId: fair.seedId, clientSeed });
    const answer = await change({ seedRequest: { clientSeed }, 'Idempotency-Key': key });
    intent.settle(answer.error);
    if (answer.data) onRevealed(answer.data.revealed);
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-3">
      <ProblemNote error={error} />
      <p className="text-center text-sm text-muted">{t('spins.seed.used', { n: fair.nonce })}</p>
      {/* Without a spin there is nothing to reveal. */}
      {fair.nonce > 0 && (
        <Button type="submit" wide busy={isLoading}>
          {t('spins.seed.change')}
        </Button>
      )}
      <Disclosure
        title={t('spins.seed.details')}
        open={isOpen}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
        className="border-t border-line pt-1"
      >
        <div className="space-y-4 pt-2">
          <TextField
            label={t('spins.seed.client')}
            hint={t('spins.seed.clientHint')}
            error={fault}
            value={typed}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(next) => {
              setTyped(next);
              setFault(null);
            }}
          />
          {fair.nonce === 0 && (
            <Button type="submit" tone="secondary" wide busy={isLoading}>
              {t('spins.seed.use')}
            </Button>
          )}
          <Fingerprint label={t('spins.seed.commit')} value={fair.commit} />
          <Fingerprint label={t('spins.seed.next')} value={fair.next.commit} />
        </div>
      </Disclosure>
    </form>
  );
}
