package dev.backplane.runtime.fakes;

/** An interface that the API does not know. */
public interface FakeExtension {
  int answer();
}
