package dev.backplane.opae.door;

/** Calls for errors, slots, ports, clocks and metrics. */
final class ManagementCalls {
  private final OpaeLibrary library;

  ManagementCalls(OpaeLibrary library) {
    this.library = library;
  }

  int readError(long token, int number, long value) {
    ServedToken of = library.token(token);
    Arguments.required(value, "the value");
    return of.functions().readError(of.inner(), number, value);
  }

  int clearError(long token, int number) {
    ServedToken of = library.token(token);
    return of.functions().clearError(of.inner(), number);
  }

  int clearErrors(long token) {
    ServedToken of = library.token(token);
    return of.functions().clearAllErrors(of.inner());
  }

  int errorInfo(long token, int number, long description) {
    ServedToken of = library.token(token);
    Arguments.required(description, "the description");
    return of.functions().getErrorInfo(of.inner(), number, description);
  }

  int assignPort(long device, int hostInterface, int slot, int flags) {
    ServedHandle of = library.handle(device);
    return of.functions().assignPortToInterface(of.inner(), hostInterface, slot, flags);
  }

  int assign(long device, long accelerator, int hostInterface, int flags) {
    ServedHandle of = library.handle(device);
    return of.functions()
        .assignToInterface(of.inner(), ofSame(of, accelerator), hostInterface, flags);
  }

  int release(long device, long accelerator) {
    ServedHandle of = library.handle(device);
    return of.functions().releaseFromInterface(of.inner(), ofSame(of, accelerator));
  }

  private long ofSame(ServedHandle device, long accelerator) {
    ServedToken token = library.token(accelerator);
    if (token.functions() != device.functions()) {
      throw Arguments.invalid("the accelerator is one of another plugin");
    }
    return token.inner();
  }

  int reconfigure(long device, int slot, long image, long bytes, int flags) {
    ServedHandle of = library.handle(device);
    Arguments.required(image, "the bitstream");
    return of.functions().reconfigureSlot(of.inner(), slot, image, bytes, flags);
  }

  int setClock(long handle, long high, long low, int flags) {
    ServedHandle of = library.handle(handle);
    return of.functions().setUserClock(of.inner(), high, low, flags);
  }

  int clock(long handle, long high, long low, int flags) {
    ServedHandle of = library.handle(handle);
    Arguments.required(high, "the fast clock");
    Arguments.required(low, "the slow clock");
    return of.functions().getUserClock(of.inner(), high, low, flags);
  }

  int metricCount(long handle, long count) {
    ServedHandle of = library.handle(handle);
    Arguments.required(count, "the count");
    return of.functions().getNumMetrics(of.inner(), count);
  }

  int metrics(long handle, long descriptions, long count) {
    ServedHandle of = library.handle(handle);
    Arguments.required(descriptions, "the descriptions");
    Arguments.required(count, "the count");
    return of.functions().getMetricsInfo(of.inner(), descriptions, count);
  }

  int metricsByIndex(long handle, long numbers, long count, long values) {
    ServedHandle of = library.handle(handle);
    Arguments.required(numbers, "the numbers");
    Arguments.required(values, "the values");
    return of.functions().getMetricsByIndex(of.inner(), numbers, count, values);
  }

  int metricsByName(long handle, long names, long count, long values) {
    ServedHandle of = library.handle(handle);
    Arguments.required(names, "the names");
    Arguments.required(values, "the values");
    return of.functions().getMetricsByName(of.inner(), names, count, values);
  }

  int thresholds(long handle, long thresholds, long count) {
    ServedHandle of = library.handle(handle);
    Arguments.required(count, "the count");
    return of.functions().getMetricsThresholdInfo(of.inner(), thresholds, count);
  }
}
