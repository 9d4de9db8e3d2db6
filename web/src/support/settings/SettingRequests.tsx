import { useState } from 'react';
import { formatMoment } from '../../intl/moment';
import { FormModal } from '../../ui/dialog/FormModal';
import { Button } from '../../ui/display/Button';
import { useToast } from '../../ui/feedback/toasts';
import { type SettingRequest, useDecideSettingsMutation } from '../api/settingsApi';
import { useSupportProblem } from '../intl/problem';
import { useNameOf, useSupportText } from '../intl/text';
import { isReason, ReasonField } from '../ui/ReasonField';
import { Differences } from './Differences';
import { VersionFacts } from './VersionFacts';

type Act = 'approve' | 'refuse';

interface DecideProps {
  request: SettingRequest;
  act: Act;
  title: string;
  onClose: () => void;
}

function DecideDialog({ request, act, title, onClose }: DecideProps) {
  const t = useSupportText();
  const toast = useToast();
  const problemText = useSupportProblem();
  const [decide, { isLoading, error }] = useDecideSettingsMutation();
  const [reason, setReason] = useState('');
  const [isShort, setIsShort] = useState(false);
  const submit = async () => {
    setIsShort(!isReason(reason));
    if (!isReason(reason)) return;
    const answer = await decide({ id: request.id, act, reason: reason.trim() });
    if (answer.error) return;
    toast.success(t(act === 'approve' ? 'support.settings.done' : 'support.settings.refused'));
    onClose();
  };
  return (
    <FormModal
      title={title}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={title}
      busy={isLoading}
      refusal={error && problemText(error)}
    >
      <Differences differences={request.differences} />
      <ReasonField value={reason} onChange={setReason} isShort={isShort} />
    </FormModal>
  );
}

interface RequestProps {
  request: SettingRequest;
  isSupervisor: boolean;
  onDecide: (act: Act, title: string) => void;
}

function Request({ request, isSupervisor, onDecide }: RequestProps) {
  const t = useSupportText();
  const nameOf = useNameOf();
  const refuse = t(request.isMine ? 'support.staff.takeBack' : 'support.staff.refuse');
  const version = { ...request, number: request.before + 1, change: 0, by: request.askedBy };
  return (
    <li className="space-y-3 px-4 py-3">
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <div className="min-w-56 flex-1">
          <p className="font-medium">{nameOf('support.section', request.section)}</p>
          <VersionFacts version={version} />
          <p className="tabular text-sm text-muted">
            {t('support.staff.askedBy', {
              name: request.askedBy,
              at: formatMoment(request.askedAt),
              until: formatMoment(request.expiresAt),
            })}
          </p>
        </div>
        {isSupervisor && (
          <div className="flex flex-wrap items-start gap-2">
            {!request.isMine && (
              <Button onClick={() => onDecide('approve', t('support.work.approve'))}>
                {t('support.work.approve')}
              </Button>
            )}
            <Button tone="secondary" onClick={() => onDecide('refuse', refuse)}>
              {refuse}
            </Button>
          </div>
        )}
      </div>
      <Differences differences={request.differences} />
    </li>
  );
}

interface SettingRequestsProps {
  requests: readonly SettingRequest[];
  isSupervisor: boolean;
}

/** Changes that wait for a second supervisor. */
export function SettingRequests({ requests, isSupervisor }: SettingRequestsProps) {
  const t = useSupportText();
  const [deciding, setDeciding] = useState<Omit<DecideProps, 'onClose'> | null>(null);
  if (requests.length === 0) return null;
  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface">
      <h2 className="px-4 pt-4 font-semibold">{t('support.staff.waiting')}</h2>
      <ul className="divide-y divide-line">
        {requests.map((request) => (
          <Request
            key={request.id}
            request={request}
            isSupervisor={isSupervisor}
            onDecide={(act, title) => setDeciding({ request, act, title })}
          />
        ))}
      </ul>
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(null)} />}
    </section>
  );
}
