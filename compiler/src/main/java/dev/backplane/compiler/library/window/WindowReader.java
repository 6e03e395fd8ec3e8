package dev.backplane.compiler.library.window;

/** Reads the elements of windows. For use by one thread. */
final class WindowReader {
  private final Window window;
  private final int[] places;

  WindowReader(Window window) {
    this.window = window;
    this.places = new int[window.groupSize()];
  }

  /** Copies the elements of a group of a window. */
  void read(long[] tensor, int at, int group, long padding, long[] elements) {
    window.places(at, group, places);
    for (int i = 0; i < places.length; i++) {
      elements[i] = places[i] < 0 ? padding : tensor[places[i]];
    }
  }

  /** Copies the elements of a group of a window, before quantisation. */
  void read(double[] tensor, int at, int group, double padding, double[] elements) {
    window.places(at, group, places);
    for (int i = 0; i < places.length; i++) {
      elements[i] = places[i] < 0 ? padding : tensor[places[i]];
    }
  }
}
