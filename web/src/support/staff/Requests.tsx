import { formatMoment } from '../../intl/moment';
import { Button } from '../../ui/display/Button';
import type { AccountRequest } from '../api/staffAccountsApi';
import { useNameOf, useSupportText } from '../intl/text';
import type { AccountQuestion } from './AccountDialog';

interface RequestsProps {
  requests: readonly AccountRequest[];
  /** The caller's own id; an account's owner answers nothing about it. */
  ownId: string;
  isSupervisor: boolean;
  onAsk: (question: AccountQuestion) => void;
}

/** What waits for a second supervisor. */
export function Requests({ requests, ownId, isSupervisor, onAsk }: RequestsProps) {
  const t = useSupportText();
  const nameOf = useNameOf();
  if (requests.length === 0) return null;
  return (
    <section className="mb-5 overflow-hidden rounded-card border border-line bg-surface">
      <h2 className="px-4 pt-4 font-semibold">{t('support.staff.waiting')}</h2>
      <ul className="divide-y divide-line">
        {requests.map((request) => {
          const words = {
            username: request.username,
            role: nameOf('support.role', request.role),
          };
          const lead = `${nameOf('support.staff.kind', request.kind, words)} · ${request.reason}`;
          const path = `staff-requests/${request.id}`;
          const mayAgree = !request.isMine && request.staffId !== ownId;
          return (
            <li key={request.id} className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3">
              <div className="min-w-56 flex-1 [overflow-wrap:anywhere]">
                <p className="font-medium">{nameOf('support.staff.kind', request.kind, words)}</p>
                <p className="text-sm">{request.reason}</p>
                <p className="tabular text-sm text-muted">
                  {t('support.staff.askedBy', {
                    name: request.askedBy,
                    at: formatMoment(request.askedAt),
                    until: formatMoment(request.expiresAt),
                  })}
                </p>
              </div>
              {isSupervisor && (
                <div className="flex flex-wrap gap-2">
                  {mayAgree && (
                    <Button
                      onClick={() =>
                        onAsk({ title: t('support.work.approve'), path: `${path}/approve`, lead })
                      }
                    >
                      {t('support.work.approve')}
                    </Button>
                  )}
                  <Button
                    tone="secondary"
                    onClick={() => {
                      const title = t(
                        request.isMine ? 'support.staff.takeBack' : 'support.staff.refuse',
                      );
                      onAsk({ title, path: `${path}/refuse`, lead });
                    }}
                  >
                    {t(request.isMine ? 'support.staff.takeBack' : 'support.staff.refuse')}
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
