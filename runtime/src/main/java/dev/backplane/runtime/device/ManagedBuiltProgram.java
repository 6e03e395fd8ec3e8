package dev.backplane.runtime.device;

import dev.backplane.api.BuiltProgram;
import java.util.UUID;

/** A program, until its holder or the device closes it; its kernels end with it. */
final class ManagedBuiltProgram extends ManagedKernels implements BuiltProgram {
  private final Handle<BuiltProgram> handle;

  ManagedBuiltProgram(Handle<BuiltProgram> handle) {
    super(handle.device(), handle.origin(), handle.target());
    this.handle = handle;
  }

  /** The driver's program, if it is open. */
  BuiltProgram target(String operation) {
    handle.lifetime().check(operation);
    return handle.target();
  }

  @Override
  public UUID uuid() {
    return handle.origin().ask("uuid", () -> handle.target().uuid());
  }

  @Override
  public byte[] binary() {
    return handle.origin().ask("binary", () -> handle.target().binary());
  }

  @Override
  public String log() {
    return handle.origin().ask("log", () -> handle.target().log());
  }

  @Override
  public void close() {
    handle.close();
  }

  @Override
  public String toString() {
    return handle.toString();
  }
}
