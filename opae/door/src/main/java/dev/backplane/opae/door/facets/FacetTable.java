package dev.backplane.opae.door.facets;

import dev.backplane.api.Token;
import dev.backplane.opae.abi.FpgaProperties;
import dev.backplane.opae.abi.FpgaResult;
import dev.backplane.opae.abi.Opae;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * The functions of an OPAE plugin over the facets of devices. What fails, fails with an error that
 * says why; its code has the number that OPAE has for it. A function whose facet the device lacks
 * is not supported. Safe for use by several threads.
 */
public final class FacetTable implements Opae, AutoCloseable {
  private final FacetDevices devices = new FacetDevices();
  private final FacetRegisters registers = new FacetRegisters(devices);
  private final FacetBuffers buffers = new FacetBuffers(devices);
  private final FacetEvents events;
  private final FacetErrors errors = new FacetErrors(devices);
  private final FacetObjects objects = new FacetObjects(devices);
  private final FacetMetrics metrics = new FacetMetrics(devices);
  private final FacetManagement management = new FacetManagement(devices);

  /**
   * A table with nothing open.
   *
   * @param descriptors what programs wait on for events
   */
  public FacetTable(EventDescriptors descriptors) {
    events = new FacetEvents(devices, descriptors);
  }

  /** {@return what the functions know a resource as} */
  public long token(Token token) {
    return devices.token(token);
  }

  /** Writes what is known of a resource. */
  public void write(long token, FpgaProperties properties) {
    devices.write(token, properties);
  }

  /** Writes what is known of a device that is open. */
  public void writeOpen(long handle, FpgaProperties properties) {
    devices.writeOpen(handle, properties);
  }

  /** {@return where the registers of a space are, if they are in memory} */
  public Optional<MemorySegment> mapped(long handle, int space) {
    return registers.mapped(handle, space);
  }

  @Override
  public void close() {
    events.close();
    objects.close();
    devices.close();
  }

  @Override
  public int open(long token, long handle, int flags) {
    return devices.open(token, handle, flags);
  }

  @Override
  public int close(long handle) {
    return devices.close(handle);
  }

  @Override
  public int reset(long handle) {
    return management.reset(handle);
  }

  /** The library makes properties itself. */
  @Override
  public int getPropertiesFromHandle(long handle, long properties) {
    return FpgaResult.NOT_SUPPORTED;
  }

  /** The library makes properties itself. */
  @Override
  public int getProperties(long token, long properties) {
    return FpgaResult.NOT_SUPPORTED;
  }

  @Override
  public int updateProperties(long token, long properties) {
    write(token, FpgaProperties.at(properties));
    return FpgaResult.OK;
  }

  /** The library asks the plugin manager. */
  @Override
  public int enumerate(long filters, int numFilters, long tokens, int maxTokens, long numMatches) {
    return FpgaResult.NOT_SUPPORTED;
  }

  /** Tokens live as long as this. */
  @Override
  public int cloneToken(long source, long clone) {
    return FpgaResult.NOT_SUPPORTED;
  }

  /** Tokens live as long as this. */
  @Override
  public int destroyToken(long token) {
    return FpgaResult.NOT_SUPPORTED;
  }

  @Override
  public int writeMmio64(long handle, int space, long offset, long value) {
    return registers.write64(handle, space, offset, value);
  }

  @Override
  public int readMmio64(long handle, int space, long offset, long value) {
    return registers.read64(handle, space, offset, value);
  }

  @Override
  public int writeMmio32(long handle, int space, long offset, int value) {
    return registers.write32(handle, space, offset, value);
  }

  @Override
  public int readMmio32(long handle, int space, long offset, long value) {
    return registers.read32(handle, space, offset, value);
  }

  @Override
  public int writeMmio512(long handle, int space, long offset, long value) {
    return registers.write512(handle, space, offset, value);
  }

  @Override
  public int mapMmio(long handle, int space, long pointer) {
    return registers.map(handle, space, pointer);
  }

  @Override
  public int unmapMmio(long handle, int space) {
    return registers.unmap(handle, space);
  }

  @Override
  public int getNumUmsg(long handle, long value) {
    return FpgaResult.NOT_SUPPORTED;
  }

  @Override
  public int setUmsgAttributes(long handle, long value) {
    return FpgaResult.NOT_SUPPORTED;
  }

  @Override
  public int triggerUmsg(long handle, long value) {
    return FpgaResult.NOT_SUPPORTED;
  }

  @Override
  public int getUmsgPtr(long handle, long pointer) {
    return FpgaResult.NOT_SUPPORTED;
  }

  @Override
  public int prepareBuffer(long handle, long bytes, long address, long wsid, int flags) {
    return buffers.prepare(handle, bytes, address, wsid, flags);
  }

  @Override
  public int releaseBuffer(long handle, long wsid) {
    return buffers.release(handle, wsid);
  }

  @Override
  public int ioAddress(long handle, long wsid, long ioAddress) {
    return buffers.ioAddress(handle, wsid, ioAddress);
  }

  @Override
  public int bindSva(long handle, long pasid) {
    return management.bindAddressSpace(handle, pasid);
  }

  /** No facet has a buffer appear at a given address. */
  @Override
  public int pinBuffer(long handle, long address, long bytes, long ioAddress) {
    return FpgaResult.NOT_SUPPORTED;
  }

  @Override
  public int unpinBuffer(long handle, long address, long bytes, long ioAddress) {
    return FpgaResult.NOT_SUPPORTED;
  }

  @Override
  public int workspace(long handle, long wsid, long ioAddress, long address, long bytes) {
    return buffers.workspace(handle, wsid, ioAddress, address, bytes);
  }

  @Override
  public int readError(long token, int error, long value) {
    return errors.read(token, error, value);
  }

  @Override
  public int clearError(long token, int error) {
    return errors.clear(token, error);
  }

  @Override
  public int clearAllErrors(long token) {
    return errors.clearAll(token);
  }

  @Override
  public int getErrorInfo(long token, int error, long description) {
    return errors.describe(token, error, description);
  }

  @Override
  public int createEventHandle(long event) {
    return events.create(event);
  }

  @Override
  public int destroyEventHandle(long event) {
    return events.destroy(event);
  }

  @Override
  public int osObjectFromEventHandle(long event, long descriptor) {
    return events.descriptor(event, descriptor);
  }

  @Override
  public int registerEvent(long handle, int type, long event, int flags) {
    return events.register(handle, type, event, flags);
  }

  @Override
  public int unregisterEvent(long handle, int type, long event) {
    return events.unregister(handle, type, event);
  }

  @Override
  public int assignPortToInterface(long device, int interfaceNum, int slot, int flags) {
    return management.assignPort(device, interfaceNum, slot);
  }

  @Override
  public int assignToInterface(long device, long accelerator, int hostInterface, int flags) {
    return FpgaResult.NOT_SUPPORTED;
  }

  @Override
  public int releaseFromInterface(long device, long accelerator) {
    return FpgaResult.NOT_SUPPORTED;
  }

  @Override
  public int reconfigureSlot(long device, int slot, long image, long bytes, int flags) {
    return management.reconfigure(device, slot, image, bytes, flags);
  }

  @Override
  public int tokenGetObject(long token, long name, long object, int flags) {
    return objects.ofToken(token, name, object, flags);
  }

  @Override
  public int handleGetObject(long handle, long name, long object, int flags) {
    return objects.ofHandle(handle, name, object, flags);
  }

  @Override
  public int objectGetObject(long parent, long name, long object, int flags) {
    return objects.ofObject(parent, name, object, flags);
  }

  @Override
  public int objectGetObjectAt(long parent, long index, long object) {
    return objects.at(parent, index, object);
  }

  @Override
  public int destroyObject(long object) {
    return objects.destroy(object);
  }

  @Override
  public int objectRead(long object, long buffer, long offset, long bytes, int flags) {
    return objects.read(object, buffer, offset, bytes, flags);
  }

  @Override
  public int objectRead64(long object, long value, int flags) {
    return objects.read64(object, value, flags);
  }

  @Override
  public int objectGetSize(long object, long size, int flags) {
    return objects.size(object, size, flags);
  }

  @Override
  public int objectGetType(long object, long type) {
    return objects.type(object, type);
  }

  @Override
  public int objectWrite64(long object, long value, int flags) {
    return objects.write64(object, value, flags);
  }

  @Override
  public int setUserClock(long handle, long high, long low, int flags) {
    return management.setClock(handle, high, low);
  }

  @Override
  public int getUserClock(long handle, long high, long low, int flags) {
    return management.clock(handle, high, low);
  }

  @Override
  public int getNumMetrics(long handle, long count) {
    return metrics.count(handle, count);
  }

  @Override
  public int getMetricsInfo(long handle, long descriptions, long count) {
    return metrics.describe(handle, descriptions, count);
  }

  @Override
  public int getMetricsByIndex(long handle, long numbers, long count, long values) {
    return metrics.byIndex(handle, numbers, count, values);
  }

  @Override
  public int getMetricsByName(long handle, long names, long count, long values) {
    return metrics.byName(handle, names, count, values);
  }

  @Override
  public int getMetricsThresholdInfo(long handle, long thresholds, long count) {
    return metrics.thresholds(handle, thresholds, count);
  }
}
