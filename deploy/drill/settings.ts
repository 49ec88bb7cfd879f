import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const PORTS = {
  postgres: 5432,
  patroni: 8008,
  etcd: 2379,
  etcdPeer: 2380,
  primary: 5000,
  replica: 5001,
  pooler: 6432,
  servers: [3000, 3100],
  workers: [3001, 3101],
  web: 8080,
} as const;

export const PASSWORDS = {
  postgres: 'superuser-password',
  replicator: 'replicator-password',
  lading_owner: 'owner-password',
  lading_app: 'lading-test',
};

export interface Member {
  name: string;
  address: string;
  /** Everything that this machine keeps on its disk. */
  folder: string;
}

export const dataOf = ({ folder }: Member) => join(folder, 'postgres');
export const backupSettingsOf = ({ folder }: Member) => join(folder, 'pgbackrest.conf');

export const etcdArguments = (member: Member, members: readonly Member[]): string[] => {
  const peer = ({ address }: Member) => `http://${address}:${PORTS.etcdPeer}`;
  const client = `http://${member.address}:${PORTS.etcd}`;
  return [
    ['--name', member.name],
    ['--data-dir', join(member.folder, 'etcd')],
    ['--listen-peer-urls', peer(member)],
    ['--initial-advertise-peer-urls', peer(member)],
    ['--listen-client-urls', client],
    ['--advertise-client-urls', client],
    ['--initial-cluster', members.map((each) => `${each.name}=${peer(each)}`).join()],
    // For a busy machine; etcd's own values are 100 and 1000.
    ['--heartbeat-interval', '300'],
    ['--election-timeout', '3000'],
    ['--logger', 'zap'],
    ['--log-level', 'warn'],
    ['--enable-v2'],
  ].flat();
};

/** JSON is also YAML. */
export function patroniSettings(
  member: Member,
  members: readonly Member[],
  { programs, subnet, etcdApi }: { programs: string; subnet: string; etcdApi: 'etcd' | 'etcd3' },
): object {
  const { name, address, folder } = member;
  const rest = `${address}:${PORTS.patroni}`;
  return {
    scope: 'lading',
    name,
    restapi: { listen: rest, connect_address: rest },
    [etcdApi]: { hosts: members.map((each) => `${each.address}:${PORTS.etcd}`) },
    bootstrap: {
      dcs: CLUSTER,
      initdb: ['data-checksums', { encoding: 'UTF8' }, { 'auth-local': 'trust' }],
      pg_hba: [
        'local all all trust',
        `host replication replicator ${subnet} scram-sha-256`,
        `host all all ${subnet} scram-sha-256`,
      ],
    },
    postgresql: {
      listen: `${address}:${PORTS.postgres}`,
      connect_address: `${address}:${PORTS.postgres}`,
      data_dir: dataOf(member),
      bin_dir: programs,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: PASSWORDS.postgres },
        replication: { username: 'replicator', password: PASSWORDS.replicator },
      },
      parameters: {
        unix_socket_directories: folder,
        archive_command: `pgbackrest --config=${backupSettingsOf(member)} --stanza=lading archive-push %p`,
      },
    },
  };
}

/** The same for all members; Patroni keeps it in etcd. */
const CLUSTER = {
  // The shortest that Patroni allows: a machine that says nothing for this long is no longer the primary.
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  // A crashed PostgreSQL is replaced instead of restarted.
  primary_start_timeout: 0,
  // A commit is confirmed when a standby has it, too, unless it can be lost without harm (decision 0052). Without any
  // standby, all others wait.
  synchronous_mode: true,
  synchronous_mode_strict: true,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 60,
      shared_buffers: '32MB',
      max_wal_size: '96MB',
      min_wal_size: '32MB',
      wal_keep_size: '64MB',
      archive_mode: 'on',
      hot_standby: 'on',
      // After a promotion, writes wait until a standby follows the new primary.
      wal_retrieve_retry_interval: '1s',
      // A dead peer is noticed without waiting for the operating system.
      wal_sender_timeout: '10s',
      wal_receiver_timeout: '10s',
    },
  },
};

/** Sends connections to the primary or to a standby, as Patroni says. */
export const haproxySettings = (host: string, members: readonly Member[]): string => `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
  option clitcpka
  option srvtcpka
  default-server inter 2s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
listen primary
  bind ${host}:${PORTS.primary}
  option httpchk OPTIONS /primary
  http-check expect status 200
${servers(members)}
listen replica
  bind ${host}:${PORTS.replica}
  option httpchk OPTIONS /replica
  http-check expect status 200
${servers(members)}
`;

const servers = (members: readonly Member[]) =>
  members
    .map(({ name, address }) => `  server ${name} ${address}:${PORTS.postgres} check port ${PORTS.patroni}`)
    .join('\n');

export const poolerUsers = (): string => `"lading_app" "${PASSWORDS.lading_app}"\n`;

export const poolerSettings = (host: string, usersFile: string): string => `
[databases]
lading = host=${host} port=${PORTS.primary} dbname=lading
[pgbouncer]
listen_addr = ${host}
listen_port = ${PORTS.pooler}
unix_socket_dir =
auth_type = plain
auth_file = ${usersFile}
pool_mode = transaction
default_pool_size = 12
max_client_conn = 200
; The default of 15 seconds would prolong every failover.
server_login_retry = 1
server_connect_timeout = 3
`;

const NGINX = resolve(import.meta.dirname, '../nginx.conf');

/** deploy/nginx.conf for the servers of the drill, without TLS. */
export function nginxSettings(host: string, folder: string): string {
  const site = readFileSync(NGINX, 'utf8')
    .replaceAll(/^ *(listen|ssl_)[^\n]*\n/gm, '')
    // The drill has two servers instead of the three in the example.
    .replaceAll(/10\.0\.0\.1([12]):3000/g, (_, number) => `${host}:${PORTS.servers[number - 1]}`)
    .replaceAll(/^ *server 10\.0\.0\.13[^\n]*\n/gm, '')
    .replace(/^server \{\n/m, `server {\n  listen ${host}:${PORTS.web};\n`)
    // The redirect from port 80.
    .replace(/\nserver \{\n[^}]*return 301[^}]*\}\n/, '\n');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log warn;
events { worker_connections 512; }
http {
access_log off;
${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${site}
}
`;
}

export const backupSettings = (member: Member, repository: string): string => `
[global]
repo1-path=${repository}
repo1-retention-full=2
log-path=${member.folder}
lock-path=${member.folder}
spool-path=${member.folder}
log-level-file=off
log-level-console=warn
start-fast=y
compress-type=lz4
[lading]
pg1-path=${dataOf(member)}
pg1-socket-path=${member.folder}
pg1-port=${PORTS.postgres}
pg1-user=postgres
`;
