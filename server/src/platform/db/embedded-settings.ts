/** What the embedded PostgreSQL is started with, besides its folders and limits. */
export const EMBEDDED_SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '128MB',
  // Small footprint: no I/O worker processes, and no JIT compiler for queries that take milliseconds.
  io_method: 'sync',
  jit: 'off',
  // Starting a parallel worker takes longer than most queries, and a page sends several at a time.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // The details of an error and its statement contain email addresses and other values.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};
