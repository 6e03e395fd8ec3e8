package dev.backplane.runtime.device;

import dev.backplane.api.UserEvent;

/** An event of the program; closing the device lets it fail. */
final class ManagedUserEvent extends ManagedEvent implements UserEvent {
  private final UserEvent target;

  ManagedUserEvent(Handle<UserEvent> handle) {
    super(handle);
    target = handle.target();
  }

  @Override
  public void complete() {
    handle().origin().tell("complete event", target::complete);
  }

  @Override
  public void fail() {
    handle().origin().tell("fail event", target::fail);
  }
}
