/** The headers of every call of the portal. */
import { newestPosition } from './position';

export interface CallerState {
  session: { current: { token: string } | null };
}

export function callHeaders(token: string | null, isRead: boolean): Record<string, string> {
  const headers: Record<string, string> = { 'X-Requested-With': 'wallet-web' };
  if (token) headers.Authorization = `Bearer ${token}`;
  const position = newestPosition();
  if (token && isRead && position) headers['X-After-Position'] = position;
  return headers;
}
