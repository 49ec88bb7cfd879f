import { StartError } from '../app-error.ts';

/** Says in one sentence why the port could not be opened. Other errors stay as they are. */
export function listenProblem(
  { host, port }: { host: string; port: number },
  error: NodeJS.ErrnoException,
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} is already in use; set PORT to another port.`);
    case 'EACCES':
      return new StartError(
        `This user may not listen on port ${port}; set PORT to 1024 or above and put a proxy in front.`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return new StartError(
        `HOST=${host} is not an address of this machine; use 127.0.0.1, 0.0.0.0 or another address of this machine.`,
      );
    default:
      return error;
  }
}
