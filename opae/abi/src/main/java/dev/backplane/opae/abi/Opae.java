package dev.backplane.opae.abi;

import dev.backplane.api.contract.Functions;
import dev.backplane.api.contract.Served;
import dev.backplane.api.spi.NativeTable;
import dev.backplane.ffi.RawMemory;
import java.lang.foreign.MemorySegment;

/**
 * The functions of OPAE that a plugin has in its table.
 *
 * <p>A token, a handle, an object, a pointer and a number of 64 bits are {@code long}, every
 * smaller number is {@code int}, and each function answers an {@code fpga_result}: 0 for success.
 * Nothing is checked: a wrong pointer ends the process, so only drivers and the library for C
 * programs call this, and behind what they offer everything is checked. A function that the plugin
 * does not have answers {@link FpgaResult#NOT_SUPPORTED}. Safe for use by several threads, as far
 * as the plugin is.
 */
@Functions(
    prefixes = "fpga",
    narrow = {"int", "uint32_t", "fpga_event_type"},
    absent = FpgaResult.NOT_SUPPORTED,
    value =
        """
        // In the order of the slots in a plugin's table
        // Resources
        /** Acquires a resource. */
        fpgaOpen(fpga_token token, fpga_handle *handle, int flags);
        /** Releases it. */
        fpgaClose(fpga_handle handle);
        /** Resets the accelerator. */
        fpgaReset(fpga_handle handle);
        /** Makes the properties of an open resource. */
        fpgaGetPropertiesFromHandle(fpga_handle handle, fpga_properties *properties);
        /** Makes the properties of a resource. */
        fpgaGetProperties(fpga_token token, fpga_properties *properties);
        /** Reads the properties of a resource into an object. */
        fpgaUpdateProperties(fpga_token token, fpga_properties properties);

        // Registers
        /** Writes 64 bits. */
        writeMmio64: fpgaWriteMMIO64(fpga_handle handle, uint32_t mmio_num, uint64_t offset,
            uint64_t value);
        /** Reads 64 bits. */
        readMmio64: fpgaReadMMIO64(fpga_handle handle, uint32_t mmio_num, uint64_t offset,
            uint64_t *value);
        /** Writes 32 bits. */
        writeMmio32: fpgaWriteMMIO32(fpga_handle handle, uint32_t mmio_num, uint64_t offset,
            uint32_t value);
        /** Reads 32 bits. */
        readMmio32: fpgaReadMMIO32(fpga_handle handle, uint32_t mmio_num, uint64_t offset,
            uint32_t *value);
        /** Writes 512 bits. */
        writeMmio512: fpgaWriteMMIO512(fpga_handle handle, uint32_t mmio_num, uint64_t offset,
            const void *value);
        /** Maps a region. */
        mapMmio: fpgaMapMMIO(fpga_handle handle, uint32_t mmio_num,
            uint64_t **_Nullable pointer);
        /** Unmaps a region. */
        unmapMmio: fpgaUnmapMMIO(fpga_handle handle, uint32_t mmio_num);

        // Search
        /** Lists the resources that match any of some filters. */
        fpgaEnumerate(const fpga_properties *filters, uint32_t num_filters, fpga_token *tokens,
            uint32_t max_tokens, uint32_t *num_matches);
        /** Makes another token of a resource. */
        fpgaCloneToken(fpga_token source, fpga_token *clone);
        /** Lets go of a token. */
        fpgaDestroyToken(fpga_token *token);

        // User messages, which the library does not forward
        /** Counts them. */
        fpgaGetNumUmsg(fpga_handle handle, uint64_t *value);
        /** Sets hints. */
        fpgaSetUmsgAttributes(fpga_handle handle, uint64_t value);
        /** Sends one. */
        fpgaTriggerUmsg(fpga_handle handle, uint64_t value);
        /** Maps them. */
        fpgaGetUmsgPtr(fpga_handle handle, uint64_t **pointer);

        // Memory
        /** Allocates or takes memory, and gives it an address for the accelerator. */
        fpgaPrepareBuffer(fpga_handle handle, uint64_t length, void **address, uint64_t *wsid,
            int flags);
        /** Gives it back. */
        fpgaReleaseBuffer(fpga_handle handle, uint64_t wsid);
        /** Tells the address for the accelerator. */
        ioAddress: fpgaGetIOAddress(fpga_handle handle, uint64_t wsid, uint64_t *io_address);
        /** Lets the accelerator use the process's own addresses. */
        bindSva: fpgaBindSVA(fpga_handle handle, uint32_t *pasid);
        /** Gives memory the same address as on the accelerator's parent. */
        fpgaPinBuffer(fpga_handle handle, void *address, uint64_t length, uint64_t io_address);
        /** Ends that. */
        fpgaUnpinBuffer(fpga_handle handle, void *address, uint64_t length, uint64_t io_address);
        /** Tells what a workspace is. */
        workspace: fpgaGetWSInfo(fpga_handle handle, uint64_t wsid, uint64_t *io_address,
            void **address, uint64_t *length);

        // Errors
        /** Reads an error register. */
        fpgaReadError(fpga_token token, uint32_t error, uint64_t *value);
        /** Clears one. */
        fpgaClearError(fpga_token token, uint32_t error);
        /** Clears all. */
        fpgaClearAllErrors(fpga_token token);
        /** Describes one. */
        fpgaGetErrorInfo(fpga_token token, uint32_t error, struct fpga_error_info *description);

        // Events
        /** Makes an event handle. */
        fpgaCreateEventHandle(fpga_event_handle *event);
        /** Destroys one. */
        fpgaDestroyEventHandle(fpga_event_handle *event);
        /** Gives what the system waits on. */
        osObjectFromEventHandle: fpgaGetOSObjectFromEventHandle(const fpga_event_handle event,
            int *descriptor);
        /** Subscribes. */
        fpgaRegisterEvent(fpga_handle handle, fpga_event_type type, fpga_event_handle event,
            uint32_t flags);
        /** Ends that. */
        fpgaUnregisterEvent(fpga_handle handle, fpga_event_type type, fpga_event_handle event);

        // Management
        /** Assigns a port to a host interface. */
        fpgaAssignPortToInterface(fpga_handle device, uint32_t interface_num, uint32_t slot,
            int flags);
        /** Assigns an accelerator to a host interface. */
        fpgaAssignToInterface(fpga_handle device, fpga_token accelerator, uint32_t host_interface,
            int flags);
        /** Ends that. */
        fpgaReleaseFromInterface(fpga_handle device, fpga_token accelerator);
        /** Loads an accelerator. */
        fpgaReconfigureSlot(fpga_handle device, uint32_t slot, const uint8_t *image,
            size_t length, int flags);

        // Objects
        /** Finds an object of a resource, to be read. */
        fpgaTokenGetObject(fpga_token token, const char *name, fpga_object *object, int flags);
        /** Finds an object of an open resource. */
        fpgaHandleGetObject(fpga_handle handle, const char *name, fpga_object *object, int flags);
        /** Finds an object in a container. */
        fpgaObjectGetObject(fpga_object parent, const char *name, fpga_object *object, int flags);
        /** Gives an object in a container by its index. */
        fpgaObjectGetObjectAt(fpga_object parent, size_t index, fpga_object *object);
        /** Lets go of an object. */
        fpgaDestroyObject(fpga_object *object);
        /** Reads bytes. */
        fpgaObjectRead(fpga_object object, uint8_t *buffer, size_t offset, size_t length,
            int flags);
        /** Reads a number. */
        fpgaObjectRead64(fpga_object object, uint64_t *value, int flags);
        /** Tells the size; plugins write 32 bits of it, or 64. */
        fpgaObjectGetSize(fpga_object object, uint64_t *size, int flags);
        /** Tells what it is. */
        fpgaObjectGetType(fpga_object object, enum fpga_sysobject_type *type);
        /** Writes a number. */
        fpgaObjectWrite64(fpga_object object, uint64_t value, int flags);

        // Clocks
        /** Sets the clocks of the accelerator, in MHz. */
        fpgaSetUserClock(fpga_handle handle, uint64_t high, uint64_t low, int flags);
        /** Tells them. */
        fpgaGetUserClock(fpga_handle handle, uint64_t *high, uint64_t *low, int flags);

        // Metrics
        /** Counts them. */
        fpgaGetNumMetrics(fpga_handle handle, uint64_t *count);
        /** Describes them. */
        fpgaGetMetricsInfo(fpga_handle handle, fpga_metric_info *descriptions, uint64_t *count);
        /** Reads some by number. */
        fpgaGetMetricsByIndex(fpga_handle handle, uint64_t *numbers, uint64_t count,
            fpga_metric *metrics);
        /** Reads some by name. */
        fpgaGetMetricsByName(fpga_handle handle, char **names, uint64_t count,
            fpga_metric *metrics);
        /** Tells their thresholds. */
        fpgaGetMetricsThresholdInfo(fpga_handle handle,
            struct metric_threshold *_Nullable thresholds, uint32_t *count);
        """)
@Served(
    targets = {"fpga_token", "fpga_handle", "fpga_object"},
    translated = {"fpga_properties", "fpga_event_handle"},
    macros = "functions.def",
    value =
        """
        /** Connects the library and Java: the addresses of functions that Java calls. */
        connect(const void *functions);
        /** Opens the plugins that a configuration names, or the one that is found. */
        fpgaInitialize(const char *_Nullable config_file);
        /** Takes the numbers of everything that is open back. */
        retireAll(void);
        /** Closes devices and plugins. */
        closeAll(void);
        /** Closes devices and plugins as far as the end of the process allows it. */
        end(int others_are_in_calls);
        /** Adds a reference to a token. */
        retainToken(fpga_token token);
        /** Lists the handles that were opened with one. */
        fpgaGetChildren(fpga_handle handle, uint32_t max_children, fpga_handle *_Nullable children,
            uint32_t *num_children);
        /** Takes a plugin that a program names; refused, as configurations name plugins. */
        registerPlugin(const char *name);
        """)
public interface Opae extends OpaeFunctions, NativeTable {
  @Override
  default String resultType() {
    return "fpga_result";
  }

  @Override
  default String resultName(int result) {
    return FpgaResult.name(result);
  }

  @Override
  default MemorySegment memory(long address, long bytes) {
    return RawMemory.at(address, bytes);
  }
}
