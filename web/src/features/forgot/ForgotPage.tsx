import { useState } from 'react';
import { Link } from 'wouter';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { useTitle } from '../../ui/display/useTitle';
import { AskStep, type SentCode } from './AskStep';
import { DoneStep } from './DoneStep';
import { SetStep } from './SetStep';
import { StaffCodeStep } from './StaffCodeStep';

/** What the member has come to: nothing is kept, a reload begins again. */
type Stage =
  | { step: 'ask' }
  | { step: 'set'; sent: SentCode }
  | { step: 'staff' }
  | { step: 'done'; phone: string; password: string; heldUntil: string | null };

export default function ForgotPage() {
  const t = useText();
  const [stage, setStage] = useState<Stage>({ step: 'ask' });
  const [phone, setPhone] = useState('');
  const [last, setLast] = useState<SentCode | null>(null);
  useTitle(t('forgot.title'));
  const onSent = (sent: SentCode) => {
    setLast(sent);
    setStage({ step: 'set', sent });
  };
  if (stage.step === 'done') return <DoneStep {...stage} />;
  return (
    <div className="mx-auto w-full max-w-md py-4">
      <h1 className="text-3xl font-bold">{t('forgot.title')}</h1>
      <p className="mt-1 mb-6 text-muted">
        {t(stage.step === 'staff' ? 'forgot.codeLead' : 'forgot.lead')}
      </p>
      <Card>
        {stage.step === 'ask' && (
          <>
            <AskStep phone={phone} last={last} onPhone={setPhone} onSent={onSent} />
            <Button tone="quiet" wide className="mt-2" onClick={() => setStage({ step: 'staff' })}>
              {t('forgot.haveCode')}
            </Button>
          </>
        )}
        {stage.step === 'set' && (
          <SetStep
            sent={stage.sent}
            onSentAgain={onSent}
            onBack={() => setStage({ step: 'ask' })}
            onDone={(password, heldUntil) =>
              setStage({ step: 'done', phone: stage.sent.phone, password, heldUntil })
            }
          />
        )}
        {stage.step === 'staff' && (
          <StaffCodeStep
            phone={phone}
            onPhone={setPhone}
            onBack={() => setStage({ step: 'ask' })}
            onDone={(phone, password, heldUntil) =>
              setStage({ step: 'done', phone, password, heldUntil })
            }
          />
        )}
      </Card>
      <p className="mt-6 text-center">
        <Link
          href="/login"
          className="inline-flex min-h-11 items-center px-3 font-semibold text-accent underline-offset-4 hover:underline"
        >
          {t('forgot.backToLogin')}
        </Link>
      </p>
    </div>
  );
}
