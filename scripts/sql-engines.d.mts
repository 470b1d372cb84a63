export declare const hasClickHouse: () => boolean;
export declare const hasPostgres: () => boolean;
export declare function startClickHouse(): Promise<{
  readonly folder: string;
  readonly urls: readonly string[];
  query(shard: number, sql: string): Promise<string>;
  stopShard(shard: number): Promise<void>;
  killShard(shard: number): Promise<void>;
  startShard(shard: number): Promise<void>;
  stop(): Promise<void>;
}>;
export declare function startPostgres(): Promise<{
  readonly folder: string;
  readonly url: string;
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}>;
