package dev.backplane.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** An {@link EngineWorker}, or a program that answers as it does, and the line to it. */
final class WorkerProcess implements AutoCloseable {
  private final Conversation worker;
  private final double buildSeconds;

  /** Starts a worker in Java and waits until it has its engine. */
  WorkerProcess(String design, String engine, Path netlist) throws IOException {
    this(
        design + " on " + engine,
        Programs.java(
            List.of(),
            System.getProperty("java.class.path"),
            EngineWorker.class,
            List.of(design, engine, netlist.toString())),
        Path.of(""));
  }

  /** Starts a worker that is any program with the same conversation. */
  WorkerProcess(String name, List<String> command, Path folder) throws IOException {
    worker = new Conversation(name, command, folder);
    String[] ready = worker.line().split(" ", 2);
    buildSeconds = Long.parseLong(ready[1]) / 1e9;
  }

  /** Seconds from the netlist, or for the peer from the sources, to an engine. */
  double buildSeconds() {
    return buildSeconds;
  }

  /** Cycles and a digest of a fixed piece of work from power-up. */
  String check() throws IOException {
    return worker.ask("check");
  }

  /** Millions of cycles per CPU second, over about so many seconds. */
  double rate(double seconds) throws IOException {
    String[] answer = worker.ask("run " + (long) (seconds * 1e9)).split(" ", 2);
    return Double.parseDouble(answer[0]) * 1e3 / Double.parseDouble(answer[1]);
  }

  /** The most memory that it has occupied so far. */
  double megabytes() throws IOException {
    return Long.parseLong(worker.ask("size")) / 1e6;
  }

  @Override
  public void close() {
    worker.close();
  }
}
