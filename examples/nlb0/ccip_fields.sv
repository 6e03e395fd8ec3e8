// The two structures of CCI-P, with the fields of their headers. The first field of a structure is in
// its highest bits.
package ccip_fields;
  typedef struct packed {
    logic [1:0]  vc_sel;
    logic [1:0]  rsvd1;
    logic [1:0]  cl_len;
    logic [3:0]  req_type;
    logic [5:0]  rsvd0;
    logic [41:0] address;
    logic [15:0] mdata;
  } read_header;

  typedef struct packed {
    logic [5:0]  rsvd2;
    logic [1:0]  vc_sel;
    logic        sop;
    logic        rsvd1;
    logic [1:0]  cl_len;
    logic [3:0]  req_type;
    logic [5:0]  rsvd0;
    logic [41:0] address;
    logic [15:0] mdata;
  } write_header;

  typedef struct packed {
    logic [1:0]  vc_used;
    logic        rsvd1;
    logic        hit_miss;
    logic        format;
    logic        rsvd0;
    logic [1:0]  cl_num;
    logic [3:0]  resp_type;
    logic [15:0] mdata;
  } response_header;

  typedef struct packed {
    logic [15:0] address;
    logic [1:0]  length;
    logic        rsvd;
    logic [8:0]  tid;
  } register_header;

  typedef struct packed {
    read_header hdr;
    logic       valid;
  } c0_tx;

  typedef struct packed {
    write_header  hdr;
    logic [511:0] data;
    logic         valid;
  } c1_tx;

  typedef struct packed {
    logic [8:0]  tid;
    logic        mmioRdValid;
    logic [63:0] data;
  } c2_tx;

  typedef struct packed {
    c0_tx c0;
    c1_tx c1;
    c2_tx c2;
  } tx;

  typedef struct packed {
    response_header hdr;
    logic [511:0]   data;
    logic           rspValid;
    logic           mmioRdValid;
    logic           mmioWrValid;
  } c0_rx;

  typedef struct packed {
    response_header hdr;
    logic           rspValid;
  } c1_rx;

  typedef struct packed {
    logic c0TxAlmFull;
    logic c1TxAlmFull;
    c0_rx c0;
    c1_rx c1;
  } rx;
endpackage
